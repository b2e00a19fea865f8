# cmake --install BUILD --prefix FOLDER, beside the programs: what they read, and the Python package with
# its commands, which need python3 with the packages of bindings/python/pyproject.toml.
install(DIRECTORY profiles cases DESTINATION share/thalweg)
install(FILES LICENSE CITATION.cff DESTINATION share/thalweg)
install(DIRECTORY bindings/python/thalweg DESTINATION lib/thalweg/python
        PATTERN __pycache__ EXCLUDE)
foreach(module bmode kwave_python plot plot_grid report)
  string(REPLACE _ - command thalweg-${module})
  configure_file(cmake/python_command.py.in ${CMAKE_BINARY_DIR}/commands/${command} @ONLY)
  install(PROGRAMS ${CMAKE_BINARY_DIR}/commands/${command} DESTINATION bin)
endforeach()
