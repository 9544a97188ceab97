import type { GrepQuery } from './grep-query.ts'
import { widenLineEnds } from './widen-line-ends.ts'

/** How ripgrep is called so that it finds what `searchWithNode` finds. */
export function toRipgrepArguments(query: GrepQuery, isInRepository: boolean): readonly string[] {
  return [
    '--no-config',
    '--no-messages',
    '--color=never',
    '--hidden',
    '--no-require-git',
    '--no-ignore-global',
    '--crlf',
    ...(isInRepository ? [] : ['--no-ignore-parent']),
    ...(query.isCaseInsensitive ? ['--ignore-case'] : ['--case-sensitive']),
    ...(query.isMultiline ? ['--multiline', '--multiline-dotall'] : []),
    ...output(query),
    ...query.globs.map(glob => `--glob=${glob}`),
    // A glob that takes a file would win against the kind; then only the filter behind ripgrep sees to it.
    ...(query.typeGlobs === null ? [] : query.typeGlobs.map(glob => `--type-add=wanted:${glob}`)),
    ...(query.typeGlobs === null ? [] : ['--type=wanted']),
    `--regexp=${query.isMultiline ? widenLineEnds(query.pattern) : query.pattern}`,
    '--',
    query.fileName === null ? './' : `./${query.fileName}`,
  ]
}

/** Only the JSON output tells that a file turned out to be binary. */
export function wantsJson({ mode, fileName }: GrepQuery): boolean {
  return mode === 'content' || fileName !== null
}

function output(query: GrepQuery): readonly string[] {
  if (wantsJson(query))
    return ['--json', '--sort=path', `--before-context=${query.before}`, `--after-context=${query.after}`]
  const count = query.isMultiline ? '--count-matches' : '--count'
  return ['--null', query.mode === 'count' ? count : '--files-with-matches', '--with-filename']
}
