// SPDX-License-Identifier: Apache-2.0
// A reader of cases with every kind of key that the turbulence solver has. It stands in for the
// solver where the case reader itself is under test.
#pragma once

#include <string>

#include "io/case/case.hpp"

namespace thalweg::test {

/// Reads every key. Returns the values as lines "key = value", exact to the last bit.
std::string read_turbulence(io::Case& input);

/// Reads a text as a case and checks what must hold for any text: either one InputError whose
/// message is whole, or values that the printed case gives again. Lines "--set ..." at the start
/// of the text are settings. Returns what does not hold; empty if all does.
std::string violation(const std::string& text);

/// The InputError message of a text with settings, read by read_turbulence; empty if it is right.
std::string message_of(const std::string& text, const std::vector<std::string>& settings = {});

}  // namespace thalweg::test
