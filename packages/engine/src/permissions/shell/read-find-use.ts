import type { ReadOnlyUse } from './read-only-use.ts'

/** What `find` looks at, if all that it does is to print names. */
export function readFindUse(words: readonly string[]): ReadOnlyUse | null {
  const begin = words.findIndex(word => word.startsWith('-') || word === '(' || word === '!')
  const paths = begin === -1 ? words : words.slice(0, begin)
  const expression = begin === -1 ? [] : words.slice(begin)
  for (let index = 0; index < expression.length; index++) {
    const word = expression[index] ?? ''
    if (WITH_VALUE.has(word)) index++
    else if (!WITHOUT_VALUE.has(word)) return null
  }
  return { paths: paths.length === 0 ? ['.'] : paths, isRecursive: false }
}

const WITH_VALUE: ReadonlySet<string> = new Set(
  '-name -iname -path -ipath -wholename -regex -iregex -regextype -type -size -mtime -mmin -ctime -cmin -atime -amin -maxdepth -mindepth -perm -user -group -links -printf'.split(
    ' ',
  ),
)

const WITHOUT_VALUE: ReadonlySet<string> = new Set(
  '-print -print0 -ls -prune -not ! -a -o -and -or ( ) -empty -xdev -mount -depth -daystart -true -false -quit -readable -writable -executable'.split(
    ' ',
  ),
)
