# Builds the program for another system in WORK, from the root of the repository: see tools/windows/build and
# tools/arm64/build, which make the libraries in WORK first, and set
#   CXX      the compiler
#   OTHERS   patterns of the sources that are for other systems
#   FLAGS    its options
#   LINKS    objects, libraries and options of the linker
#   PROGRAM  the name of the result
# Each folder is compiled as one unit. The files that rules of Bazel write are those of the native build, in NATIVE.

NATIVE := .bazel/bin

folders := $(filter-out tools/library, $(shell sed -n 's/^    "\(\(lib\|db\|tools\)\/[a-z_/]*\)",$$/\1/p' tools/build/library.bzl))

# These folders contain loops over half-moves, so they are optimised for speed.
fast := lib/base lib/io lib/chess lib/pgn lib/movetext lib/notation lib/validate lib/laws lib/tags

sources = $(filter-out $(OTHERS) lib/openings/write_openings.cc, $(wildcard $1/*.cc))
unit = $(WORK)/units/$(subst /,+,$1)

flags := -std=c++20 -w -DNDEBUG -g0 $(FLAGS) -isystem $(WORK)/include -I. -I$(NATIVE)

units := $(foreach folder,$(folders),$(call unit,$(folder)).o) $(WORK)/units/main.o $(WORK)/units/fmt.o

$(WORK)/$(PROGRAM): $(units)
	$(CXX) -static -s -o $@ $^ -L$(WORK)/lib $(LINKS)

header = $(if $(filter tools/commands/%,$1),command,$(if $(filter-out db/model,$(filter db/%,$1)),database,standard))

define compile
$(call unit,$1).cc: $(call sources,$1)
	@mkdir -p $(WORK)/units
	@printf '#include "%s"\n' $$^ >$$@
$(call unit,$1).o: $(call unit,$1).cc $(if $(filter $(fast),$1),,$(WORK)/$(call header,$1).h.gch)
	$(CXX) $(flags) $(if $(filter $(fast),$1),-O2,-O1 -include $(WORK)/$(call header,$1).h) -MMD -MP -c $$< -o $$@
endef
$(foreach folder,$(folders),$(eval $(call compile,$(folder))))

$(WORK)/%.h.gch:
	@echo '#include "tools/build/$*_headers.h"' >$(WORK)/$*.h
	$(CXX) $(flags) -O1 -MMD -MP -x c++-header -c $(WORK)/$*.h -o $@

$(WORK)/units/main.o: tools/main.cc
	$(CXX) $(flags) -O1 -c $< -o $@

$(WORK)/units/fmt.o: $(NATIVE)/external/system/fmt.cc
	$(CXX) $(flags) -O1 -c $< -o $@

-include $(wildcard $(WORK)/units/*.d $(WORK)/*.d)
