# SPDX-License-Identifier: Apache-2.0
"""Exact fields of pistons and bowls that sound continuously, to hold simulations to.

In one medium, behind flat layers and behind concentric shells; everything turns about the x axis.
Pressures are complex amplitudes p of Re[p exp(-i omega t)]; a medium is a fluid of density rho in
which plane waves go as exp(i k x), k = omega / c + i alpha.
"""

from thalweg.exact.flat_layers import flat_layers
from thalweg.exact.radiators import Medium, Source, free_field
from thalweg.exact.shells import shells

__all__ = ["Medium", "Source", "flat_layers", "free_field", "shells"]
