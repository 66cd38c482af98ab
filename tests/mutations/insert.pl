#!/usr/bin/env perl
# insert.pl LIST FOLDER: writes every mutation of LIST into the sources below FOLDER, each with its own
# switch, and prints a line for each: NUMBER, tests, file and name, separated by tabs.
#
# A mutation is a block of lines; blank lines separate blocks:
#   # the mutated behaviour, which a test should detect
#   file: lib/chess/position.cc
#   tests: //tests/chess/...        (default: the tests of the file's folder)
#   - code as it is, once in the file: a whole expression, or statements that end in ";"
#   + the mutated code; nothing after "+" drops the statements
use strict;
use warnings;

my ($list, $folder) = @ARGV;
defined $folder or die "usage: insert.pl LIST FOLDER\n";
-e "$folder/.git" and die "insert.pl: $folder is a repository; mutate a copy\n";

sub read_text {
  my ($path) = @_;
  open my $in, '<', $path or die "insert.pl: $path: $!\n";
  local $/;
  return scalar <$in>;
}

sub write_text {
  my ($path, $text) = @_;
  open my $out, '>', $path or die "insert.pl: $path: $!\n";
  print $out $text;
  close $out or die "insert.pl: $path: $!\n";
}

# The code with a switch between the old and the new.
sub switched {
  my ($number, $old, $new) = @_;
  return "(arbiter_mutation($number) ? ($new) : ($old))" unless $old =~ /;$/;
  return "if (!arbiter_mutation($number)) { $old }" if $new eq '';
  return "if (arbiter_mutation($number)) { $new } else { $old }";
}

my $number = 0;
my %included;
for my $block (split /\n\s*\n/, read_text($list)) {
  my %of;
  for my $line (split /\n/, $block) {
    if ($line =~ /^# ?(.*)/) { $of{name} = $1 }
    elsif ($line =~ /^(file|tests): (.*)/) { $of{$1} = $2 }
    elsif ($line =~ /^([-+]) ?(.*?)\s*$/) { $of{$1} = $2 }
    elsif ($line =~ /\S/) { die "insert.pl: unexpected line: $line\n" }
  }
  next unless defined $of{file};
  defined $of{$_} or die "insert.pl: '$_' is missing in:\n$block\n" for qw(name - +);
  $of{tests} //= "//tests/" . $of{file} =~ s{^lib/}{}r =~ s{/[^/]*$}{}r . "/...";
  ++$number;

  my $path = "$folder/$of{file}";
  my $text = read_text($path);
  my $count = () = $text =~ /\Q$of{'-'}\E/g;
  $count == 1 or die "insert.pl: $of{file} has $count times: $of{'-'}\n";
  my $code = switched($number, $of{'-'}, $of{'+'});
  $text =~ s/\Q$of{'-'}\E/$code/;
  $text =~ s/^(#include|#pragma once)/#include "lib\/base\/mutation_switch.h"\n$1/m
    unless $included{$path}++;
  write_text($path, $text);
  print join("\t", $number, $of{tests}, $of{file}, $of{name}), "\n";
}
