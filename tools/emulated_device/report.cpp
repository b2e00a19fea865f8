// SPDX-License-Identifier: Apache-2.0
#include "emulated_device/report.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace emulated {

namespace {

std::string demangled(const char* name) {
  int status = 0;
  char* text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  const std::string result = status == 0 ? text : name;
  std::free(text);
  return result;
}

/// The function of a frame; where it has no exported name, the file and the offset in it.
std::string function_at(void* frame) {
  Dl_info info{};
  if (!dladdr(frame, &info)) return "?";
  if (info.dli_sname) return demangled(info.dli_sname);
  char place[32];
  std::snprintf(
      place, sizeof place, "+0x%zx",
      static_cast<std::size_t>(static_cast<char*>(frame) - static_cast<char*>(info.dli_fbase)));
  const char* file = std::strrchr(info.dli_fname, '/');
  return (file ? file + 1 : info.dli_fname) + std::string(place);
}

/// The emulated device's own functions say nothing about who called it.
bool is_own(const std::string& function) {
  return function.starts_with("emulated::") || function.starts_with("cuda") ||
         function.starts_with("cufft");
}

}  // namespace

Trace trace_here(int skipped) {
  std::array<void*, 40> frames;
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  Trace trace;
  for (int i = skipped + 1; i < count && trace.count < static_cast<int>(trace.frames.size()); ++i)
    trace.frames[static_cast<std::size_t>(trace.count++)] = frames[static_cast<std::size_t>(i)];
  return trace;
}

std::string text_of(const Trace& trace, int most) {
  std::vector<std::string> functions;
  for (int i = 0; i < trace.count; ++i) {
    functions.push_back(function_at(trace.frames[static_cast<std::size_t>(i)]));
    if (is_own(functions.back())) functions.clear();  // with the functions that it called
  }
  if (functions.size() > static_cast<std::size_t>(most))
    functions.resize(static_cast<std::size_t>(most));
  std::string text;
  for (const std::string& function : functions) text += "    " + function + "\n";
  return text;
}

std::string kernel_name(const char* launch_text) {
  const std::string text = launch_text;
  const std::size_t begin = text.find("P = {");
  if (begin == std::string::npos) return text;
  const std::size_t end = text.find("}; A = ", begin);
  return text.substr(begin + 5, end == std::string::npos ? end : end - begin - 5);
}

void stop(const std::string& what) {
  const std::string report =
      "emulated device: " + what + "\n  called from\n" + text_of(trace_here());
  std::fputs(report.c_str(), stderr);
  std::fflush(stderr);
  std::abort();
}

}  // namespace emulated
