import { canonicalModelName, MODELS } from './models.ts'

/**
 * The model that a short name means: `inherit` and `default` that of the conversation; `opus`, `sonnet`, `haiku` that of
 * the conversation if it is of the family, so that its platform's spelling is kept, else the newest that is known. Any
 * other name is a model's own and stays as it is.
 */
export function resolveModelAlias(name: string, current: string): string {
  const [, family = '', suffix = ''] = ALIAS.exec(name.trim().toLowerCase()) ?? []
  if (family === '') return name
  if (family === 'inherit' || family === 'default') return current
  if (isOfFamily(current, family) && suffix === '') return current
  return `${findNewestModel(family)}${suffix}`
}

/** The newest model of a family that is known; the family's name where there is none. */
export function findNewestModel(family: string): string {
  const names = Object.keys(MODELS).filter(name => isOfFamily(name, family))
  return names.toSorted((one, other) => compareVersions(versionOf(other), versionOf(one)))[0] ?? family
}

const ALIAS = /^(inherit|default|opus|sonnet|haiku)(\[1m\])?$/

function isOfFamily(model: string, family: string): boolean {
  return canonicalModelName(model).split('-').includes(family)
}

function versionOf(name: string): readonly number[] {
  return (name.match(/\d+/g) ?? []).map(Number)
}

function compareVersions(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((part, place) => part !== other[place])
  return index === -1 ? one.length - other.length : (one[index] ?? 0) - (other[index] ?? 0)
}
