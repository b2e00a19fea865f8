# The device half by nvcc, where it is found; TW_CUDA=ON demands it.
set(TW_NVCC_HOST_OPTIMISATION -O3 CACHE STRING "Of what nvcc leaves to the C++ compiler; kernels always have the highest")
find_program(TW_NVCC nvcc PATHS /usr/local/cuda/bin)
if(TW_NVCC)
  set(CMAKE_CUDA_COMPILER ${TW_NVCC})
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 80 90)
  endif()
  enable_language(CUDA)
  # CMake 3.25 does not know that this nvcc has C++20.
  if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
  endif()
  set(CMAKE_CUDA_STANDARD 20)
  set(CMAKE_CUDA_EXTENSIONS OFF)
  find_package(CUDAToolkit REQUIRED)
  set(CMAKE_CUDA_FLAGS_RELEASE ${TW_NVCC_HOST_OPTIMISATION})
  target_link_libraries(thalweg_cuda INTERFACE CUDA::cudart_static CUDA::cufft)
  set(TW_HAS_CUDA ON)
elseif(TW_CUDA STREQUAL "ON")
  message(FATAL_ERROR "TW_CUDA is ON, but nvcc was not found: install the CUDA toolkit, or build "
                      "the preset `emulated`")
endif()

# nvcc's host pass does not know GCC's unroll pragma (1675), and OpenMP is on for host loops.
set(tw_device_suffix .cu)
set(tw_nvcc_host_flags ${tw_host_flags} ${tw_march_flag})
list(JOIN tw_nvcc_host_flags "," tw_nvcc_host_flags)
set(tw_device_flags "SHELL:-Xcompiler ${tw_nvcc_host_flags},-fopenmp -diag-suppress 1675 --expt-relaxed-constexpr"
                    "SHELL:-Xptxas -v")
# What the assembler says of each kernel is kept beside the objects: tools/kernel_report.py.
set(CMAKE_CUDA_COMPILER_LAUNCHER ${CMAKE_SOURCE_DIR}/tools/keep_resource_usage.sh ${CMAKE_CUDA_COMPILER_LAUNCHER})
if(TW_WARNINGS_AS_ERRORS)
  list(APPEND tw_device_flags "SHELL:-Werror all-warnings")
endif()
