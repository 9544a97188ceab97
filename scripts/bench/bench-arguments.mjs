/** What `npm run bench -- --help` prints. */
export const BENCH_HELP = `npm run bench [NAME] [-- --check]

Runs every bench, or those whose names hold NAME, each in a process of its own, and prints a table:
what was measured, its peer, the ratio between them in this run, the target.

  --check   end with 1 where a target is missed; without it the misses are printed and the end is 0
  --help    this text

A bench that breaks ends with 1 in any case. Ratios carry over to other machines, times do not.
A machine that does something else at the same time measures that, too.`

/** Reads the command line; `problem` says what of it nobody understands. */
export function readBenchArguments(argv) {
  const flags = argv.filter(argument => argument.startsWith('-'))
  const names = argv.filter(argument => !argument.startsWith('-'))
  const unknown = flags.find(flag => !['--check', '--help', '-h'].includes(flag))
  return {
    name: names[0] ?? '',
    check: flags.includes('--check'),
    help: flags.includes('--help') || flags.includes('-h'),
    problem:
      unknown !== undefined
        ? `bench knows no ${unknown}`
        : names.length > 1
          ? `bench takes one name, not ${names.length}`
          : null,
  }
}
