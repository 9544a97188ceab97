import { basename, dirname } from 'node:path'
import { resolvePath } from '../../files/resolve-path.ts'
import { getProgramKind } from './program-kinds.ts'

/** Which program a first word means. */
type IdentifiedProgram = {
  /** Its name without folder, `git push` for `git-push`; null for a file that is none of the system's programs. */
  readonly words: readonly string[] | null
  /** Every name under which a rule may mean it: as it is written, and where its links lead. */
  readonly names: readonly string[]
}

/** Finds the program behind its folder and its links; a file of the project is a program that nobody knows, whatever it is called. */
export function identifyProgram(text: string, places: readonly string[]): IdentifiedProgram {
  const base = text.replace(/^.*\//s, '')
  if (!text.includes('/')) return { words: toWords(base), names: [base] }
  const resolved = places.map(place => resolvePath(text, place))
  const names = [base, ...resolved.flatMap(place => (place === null ? [] : basename(place.real)))]
  const isKnown = resolved.every(
    place =>
      place !== null &&
      ((SYSTEM.test(dirname(place.real)) && (SYSTEM.test(dirname(place.lexical)) || isTool(place.lexical))) ||
        isTool(place.lexical) ||
        (WRAPPERS.has(base) && place.lexical === place.real)),
  )
  const isKnownName = (name: string) => getProgramKind(name) !== null || name.startsWith('git-')
  const known = names.find(isKnownName) ?? base
  return { words: isKnown && resolved.length > 0 ? toWords(known) : null, names: [...new Set(names)] }
}

/** Git finds its subcommands as programs of their own, too. */
function toWords(name: string): readonly string[] {
  const subcommand = /^git-(?<subcommand>[a-z].*)$/.exec(name)?.groups?.subcommand
  return subcommand === undefined ? [name] : ['git', subcommand]
}

/** A tool that a package manager put into the project. */
function isTool(path: string): boolean {
  const kind = getProgramKind(basename(path))
  return (
    /\/(?:node_modules\/\.bin|\.?venv\/bin)\/[^/]+$/.test(path) &&
    (kind === 'project' || kind === 'interpreter')
  )
}

const SYSTEM =
  /^(?:\/usr(?:\/local)?)?\/s?bin$|^\/etc\/alternatives$|^\/opt\/homebrew\/(?:s?bin|opt\/.*|Cellar\/.*)$|^\/usr\/lib(?:exec)?\/git-core$|^\/usr\/(?:local\/)?lib\/node_modules\/.*$|^\/nix\/store\/[^/]+\/bin$/
const WRAPPERS: ReadonlySet<string> = new Set(['gradlew', 'mvnw'])
