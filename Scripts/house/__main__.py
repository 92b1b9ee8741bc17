#!/usr/bin/env python3
"""Counts how the Swift sources are built: how large files are, over how many of them one thing is spread, and wording.

  python3 Scripts/house [--list] [--check | --store] [--verb RE] [--option RE] [--setting RE] [--status RE]
                        [--compare DIR] [DIR]

DIR is a checkout, by default the one of this script. `--compare DIR` counts a second checkout and shows it in the first
column, for before and after. `--list` also shows the places of every figure, and the rates of every module.

`--check`, a part of `make lint`, fails if a figure is greater than in Scripts/house.json; `--store` writes that file.
The figures marked with * grow with the features, so they are stored for the reader only, and may grow.

The counts are textual: the scripts know only comments, strings and braces of Swift. They do not build. *Code* is the
text without comments and without quoted text; expressions inside \\(…) stay. *Text* is everything. All counts include
the hub, whose modules are in Sources or, as own folders, in Hub/Sources. They count the same in either place, so moving
them changes no figure. Symbolic links are skipped. Comments in C and JavaScript do not count.

  lines in MODULE *   lines of the module's Swift files
  files, lines *      of all modules
  files per 1000 *    files divided by (lines / 1000)
  mean, median *      of the lines of a file
  p90, max            the same, but these may not grow
  over 400            files with more than 400 lines
  verb                Swift files whose text matches --verb: the files to know before changing the verb. The verb is
                      NoteUpload, which notes an upload of a ride; its command is UploadedCommand
  option              the same for an option of `start`: --dfa, inside guardsAlpha1, in the store is_dfa
  setting             the same for a setting: weightKilograms
  status field        the same for a field of `Status`: autoPaused. `.autoPaused` is an event, not the field, so a match
                      behind a dot does not count
  watts now           files of RideSession that take part in the answer to "how many watts now?": their code declares a
                      type of DECIDERS or a member of DECISIONS, declares or assigns a member of DECIDED, or starts a
                      ramp. These lists hold the names of before and after the redesign; add new names by hand
  places with 3000    lines, also in comments and sentences, that state the range of a target as a number: 1 to 3000, or
                      ±3000. Other uses of the number 3000 do not count
  mirrored enums      pairs of enumerations in two modules that share at least 80 % of the cases of the larger one, and
                      at least two cases. Structures `Code` that list their values as `static let` count too. A few
                      pairs share names by chance; `--list` shows which
  unexpectedReply     lines of code with this word; also those in jz2ctl alone
  default over calls  `default:` branches in a `switch` over jz2's calls or methods: those that throw methodNotFound
  same name           names of top-level types that exist in more than one module; extensions do not count
  module as type      modules that declare a top-level type with the name of the module
  folder circles      pairs of folders of one module where each uses a top-level type of the other, by name. Only the
                      files directly in a folder count for it; types declared in several folders are left out. Pairs
                      where one folder lies in the other are counted apart: the upper folder holds both a front that
                      uses the lower ones and the words that they share. (The review of 19de828 lists eight circles
                      found by reading; this count is stricter)
  one-user files      files with one top-level type and no extension of another type, where exactly one other file
                      names the type, is of the same module, and would have at most 260 lines with it: candidates for
                      folding
  services            lines of Swift and of the page's scripts, without comments, that name a case of `SyncService`:
                      as a case, in quotes, or by the product's name. Their owners are the file that declares them, the
                      service's folder in SyncKit/Services, and the translations. Each line is a place to visit for a
                      new service
  commands            such lines that spell a command, as `jz2ctl VERB`. Their owners are jz2ctl/Verbs and the folders
                      with sentences for people, which name commands as remedies: RideText, ControlWire/Explanations and
                      the translations. Elsewhere a renamed verb is easily missed
  comment clauses     "what", "who", "whoever", "that which" and "which is" in comments, per 1,000 comment lines. A good
                      sentence may have one of them; many of them show that things are not called by their names
  vague words         the same for "nothing", "none", "nobody", "stands", "beside", "told" and "tells". Names of the
                      code, in backquotes, do not count
  words of the README words of README.md, with its tables and commands
"""

import argparse
import itertools
import pathlib
import sys

import ratchet
from figures import TERMS, sections
from swift import House

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]


def all_of(sectioned):
    return list(itertools.chain.from_iterable(sectioned.values()))


def print_columns(title, columns):
    """Prints lists of figures side by side; a dash is for a figure that a column lacks."""
    columns = [{figure.name: figure.value for figure in column} for column in columns]
    names = list(dict.fromkeys(itertools.chain.from_iterable(columns)))
    width = max(map(len, names))
    print(f'== {title}')
    for name in names:
        print(f'{name:{width}}', *(f'{column.get(name, "-"):>8}' for column in columns))


def print_lists(place, figures):
    for figure in figures:
        if figure.found:
            print(f'\n== {place}: {figure.name}: {figure.value}', *figure.found, sep='\n  ')


def parsed_arguments():
    parser = argparse.ArgumentParser(prog='house', description=__doc__.split('\n')[0])
    parser.add_argument('checkout', nargs='?', default=CHECKOUT, type=pathlib.Path)
    parser.add_argument('--compare', metavar='DIR', type=pathlib.Path, help='another checkout, for the first column')
    parser.add_argument('--list', action='store_true', help='name what was counted')
    parser.add_argument('--check', action='store_true', help=f'fail if a figure is worse than in {ratchet.STORE}')
    parser.add_argument('--store', action='store_true', help=f'write {ratchet.STORE}')
    for term, pattern in TERMS.items():
        parser.add_argument(f'--{term}', metavar='RE', default=pattern)
    arguments = parser.parse_args()
    terms = {term: getattr(arguments, term) for term in TERMS}
    if (arguments.check or arguments.store) and (terms != TERMS or arguments.compare):
        parser.error('--check and --store count one checkout, with the patterns that are stored')
    return arguments, terms


def main():
    arguments, terms = parsed_arguments()
    places = [place for place in (arguments.compare, arguments.checkout) if place]
    counted = [sections(House(place), terms) for place in places]
    if arguments.store:
        ratchet.store(arguments.checkout, all_of(counted[-1]))
    if arguments.check:
        return ratchet.check(arguments.checkout, all_of(counted[-1]))
    for title in counted[0]:
        print_columns(title, [each[title] for each in counted])
    if arguments.list:
        for place, each in zip(places, counted, strict=True):
            print_lists(place, all_of(each))
    return 0


if __name__ == '__main__':
    sys.exit(main())
