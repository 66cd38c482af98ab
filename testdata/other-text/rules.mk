CXX ?= g++
CXXFLAGS = -O2 -Wall -std=c++20
%.o: %.cc
	$(CXX) $(CXXFLAGS) -c $< -o $@
ifdef DEBUG
CXXFLAGS += -g
endif
