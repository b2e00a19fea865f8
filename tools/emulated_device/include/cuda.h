// SPDX-License-Identifier: Apache-2.0
// The part of the CUDA driver's header that the device half uses.
#pragma once

#include "cuda_runtime.h"

enum CUresult { CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1 };
using CUdeviceptr = unsigned long long;
