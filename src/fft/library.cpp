// SPDX-License-Identifier: Apache-2.0
#include "fft/library.hpp"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace thalweg::fft {

namespace {

constexpr const char* variable = "THALWEG_FFT";

[[noreturn]] void refuse(const std::string& why) {
  throw InputError(std::string(variable) + "=" + std::getenv(variable) + ": " + why +
                   ". Nothing was run.");
}

/// A library, or null where it cannot be loaded. Its own calls of FFTW's names stay its own, though
/// the program is linked with FFTW. It is never closed: plans may live until the process ends.
void* opened(const std::string& file) {
  return dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_DEEPBIND);
}

/// MKL in one folder and version: the layer with FFTW's interface, on layers that start no threads
/// of their own. Null where it is not there. Its usual entry, libmkl_rt.so, would load that layer
/// in a way that mixes it with the linked FFTW.
void* opened_mkl(const std::filesystem::path& folder, const std::string& version) {
  for (const char* layer : {"libmkl_core.so", "libmkl_sequential.so"})
    if (!dlopen((folder / (layer + version)).c_str(), RTLD_LAZY | RTLD_GLOBAL)) return nullptr;
  return opened(folder / ("libmkl_intel_lp64.so" + version));
}

/// The folders in which pip, conda and Intel's installers put libraries, after those that the
/// dynamic linker searches itself (an empty path).
std::vector<std::filesystem::path> folders_of_mkl() {
  std::vector<std::filesystem::path> folders{""};
  for (const char* root : {"MKLROOT", "VIRTUAL_ENV", "CONDA_PREFIX"})
    if (const char* path = std::getenv(root))
      folders.push_back(std::filesystem::path(path) / "lib");
  return folders;
}

void* find_mkl() {
  for (const auto& folder : folders_of_mkl())
    for (const char* version : {".3", ".2", ""})
      if (void* handle = opened_mkl(folder, version)) return handle;
  refuse(
      "libmkl_core.so and its layers are neither where the dynamic linker looks nor in the folder "
      "lib of $MKLROOT, $VIRTUAL_ENV or $CONDA_PREFIX. Install them (pip install mkl, in an active "
      "environment)");
}

/// The files that the variable names, opened.
std::vector<void*> open_files(std::string_view list) {
  std::vector<void*> handles;
  while (true) {
    const std::size_t colon = list.find(':');
    const std::string file(list.substr(0, colon));
    // The empty name would be the program itself.
    void* handle = file.empty() ? nullptr : opened(file);
    if (!handle)
      refuse(std::string("expected fftw, mkl, or the files of libraries with FFTW's interface and "
                         "colons between them; cannot load ") +
             (file.empty() ? "an empty name" : std::string(dlerror())));
    if (dlsym(handle, "MKL_Get_Version_String"))
      refuse("this is MKL, of which several files are needed: write mkl, and set MKLROOT");
    handles.push_back(handle);
    if (colon == std::string_view::npos) return handles;
    list.remove_prefix(colon + 1);
  }
}

/// The address of a name in the first library that has it, or null.
void* address(const std::vector<void*>& handles, const std::string& name) {
  for (void* handle : handles)
    if (void* found = dlsym(handle, name.c_str())) return found;
  return nullptr;
}

template <class Call>
void take(Call& call, const std::vector<void*>& handles, const std::string& name) {
  void* found = address(handles, name);
  if (!found) refuse("it has no " + name + ". FFTW has one library for each precision: name both");
  call = reinterpret_cast<Call>(found);
}

template <class Real>
Library<Real> loaded(const std::vector<void*>& handles, const std::string& prefix) {
  Library<Real> calls;
  take(calls.plan_lines, handles, prefix + "plan_many_dft");
  take(calls.plan_inverse, handles, prefix + "plan_many_dft_c2r");
  take(calls.plan_forward, handles, prefix + "plan_many_dft_r2c");
  take(calls.execute_lines, handles, prefix + "execute_dft");
  take(calls.execute_inverse, handles, prefix + "execute_dft_c2r");
  take(calls.execute_forward, handles, prefix + "execute_dft_r2c");
  take(calls.destroy, handles, prefix + "destroy_plan");
  take(calls.import_wisdom, handles, prefix + "import_wisdom_from_string");
  take(calls.export_wisdom, handles, prefix + "export_wisdom_to_string");
  return calls;
}

/// "MKL 2026.2" of "Intel(R) oneAPI Math Kernel Library Version 2026.2-Product Build ...".
std::string version_of_mkl(const std::string& text) {
  constexpr std::string_view word = "Version ";
  const std::size_t found = text.find(word);
  if (found == std::string::npos) return "MKL: " + text;
  const std::size_t number = found + word.size();
  return "MKL " + text.substr(number, text.find_first_of("- ", number) - number);
}

/// "FFTW 3.3.10-sse2-avx" of "fftw-3.3.10-sse2-avx"; other texts as they are.
std::string version_of_fftw(const std::string& text) {
  constexpr std::string_view name = "fftw-";
  return text.starts_with(name) ? "FFTW " + text.substr(name.size()) : text;
}

std::string version_of(const std::vector<void*>& handles) {
  if (auto tell =
          reinterpret_cast<void (*)(char*, int)>(address(handles, "MKL_Get_Version_String"))) {
    std::array<char, 200> text{};
    tell(text.data(), static_cast<int>(text.size()) - 1);
    return version_of_mkl(text.data());
  }
  const auto* text = static_cast<const char*>(address(handles, "fftw_version"));
  return version_of_fftw(text ? text : std::getenv(variable));
}

struct Chosen {
  Library<double> in_double;
  Library<float> in_single;
  std::string version;
};

Chosen linked() {
  return {{fftw_plan_many_dft, fftw_plan_many_dft_c2r, fftw_plan_many_dft_r2c, fftw_execute_dft,
           fftw_execute_dft_c2r, fftw_execute_dft_r2c, fftw_destroy_plan,
           fftw_import_wisdom_from_string, fftw_export_wisdom_to_string},
          {fftwf_plan_many_dft, fftwf_plan_many_dft_c2r, fftwf_plan_many_dft_r2c, fftwf_execute_dft,
           fftwf_execute_dft_c2r, fftwf_execute_dft_r2c, fftwf_destroy_plan,
           fftwf_import_wisdom_from_string, fftwf_export_wisdom_to_string},
          version_of_fftw(fftw_version)};
}

Chosen choose() {
  const char* wanted = std::getenv(variable);
  const std::string_view name = wanted ? wanted : "";
  if (name.empty() || name == "fftw") return linked();
  const std::vector<void*> handles =
      name == "mkl" ? std::vector<void*>{find_mkl()} : open_files(name);
  return {loaded<double>(handles, "fftw_"), loaded<float>(handles, "fftwf_"), version_of(handles)};
}

const Chosen& chosen() {
  static const Chosen chosen_once = choose();
  return chosen_once;
}

}  // namespace

template <>
const Library<double>& library<double>() {
  return chosen().in_double;
}

template <>
const Library<float>& library<float>() {
  return chosen().in_single;
}

std::string library_version() { return chosen().version; }

}  // namespace thalweg::fft
