import { DEMO_MODEL } from '@antiphon/contract'

/** A model's name for people: `claude-opus-4-5-20251101` is Opus 4.5, ours is Demo; what is not named that way stays as it is. */
export function formatModel(id: string): string {
  if (id === DEMO_MODEL) return 'Demo'
  const name = NAME.exec(id)
  if (!name?.groups) return id
  const { before, family = '', after, suffix } = name.groups
  const version = (before ?? after ?? '').replace('-', '.')
  const words = [
    family.charAt(0).toUpperCase() + family.slice(1),
    version,
    suffix === undefined ? '' : `(${suffix})`,
  ]
  return words.filter(word => word !== '').join(' ')
}

// A version stands behind the family, in older names before it; a region and a vendor may stand before all of it.
const NAME =
  /^(?:[a-z.]+\.)?claude-(?:(?<before>\d+(?:-\d{1,2})?)-)?(?<family>[a-z]+)(?:-(?<after>\d+(?:-\d{1,2})?|preview))?(?:[-@]\d{8})?(?:-latest)?(?:-v\d+(?::\d+)?)?(?:\[(?<suffix>\w+)\])?$/
