import { MODELS } from '@antiphon/core'

/** The newest small model that is known: quick and cheap, for one-line jobs beside the conversation. */
export const SMALL_MODEL: string = findNewest('haiku')

function findNewest(family: string): string {
  const names = Object.keys(MODELS).filter(name => name.includes(family))
  return names.toSorted((one, other) => compareVersions(versionOf(other), versionOf(one)))[0] ?? family
}

function versionOf(name: string): readonly number[] {
  return (name.match(/\d+/g) ?? []).map(Number)
}

function compareVersions(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((part, place) => part !== other[place])
  return index === -1 ? one.length - other.length : (one[index] ?? 0) - (other[index] ?? 0)
}
