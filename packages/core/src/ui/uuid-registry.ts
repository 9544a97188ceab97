import { deriveUUID, type UUID } from '../message/uuid.ts'

/** Gives every part of a log a uuid of its own, by the order of the log alone. */
export type UuidRegistry = {
  /** The message's own uuid, or the next free one after it. */
  readonly claim: (uuid: UUID) => UUID
  /** `deriveUUID(parent, index)`, or the next free one after it. */
  readonly claimDerived: (parent: UUID, index: number) => UUID
  /** A uuid for what has none: parts are counted under the nil uuid. */
  readonly claimNameless: () => UUID
  readonly claims: () => UuidClaims
}

/** The uuids that were given, and to how many parts that had none. */
export type UuidClaims = { readonly taken: ReadonlySet<UUID>; readonly nameless: number }

/** What was given in the log before: a registry goes on from it. */
export type EarlierClaims = { readonly isTaken: (uuid: UUID) => boolean; readonly nameless: number }

/**
 * Makes a registry in which no uuid is given twice. `deriveUUID` keeps 24 characters of the parent, so
 * parts of two parents that share them would collide: the one that comes later in the log counts on in
 * steps of 2^32 until its uuid is free. Ordinary logs never get there, and a longer log changes no uuid
 * that a shorter one gave.
 */
export function createUuidRegistry(earlier: EarlierClaims = NO_CLAIMS): UuidRegistry {
  const taken = new Set<UUID>()
  const attempts = new Map<UUID, number>()
  let { nameless } = earlier

  function take(wanted: UUID, parent: UUID, index: number): UUID {
    let uuid = wanted
    let attempt = attempts.get(wanted) ?? 0
    while (taken.has(uuid) || earlier.isTaken(uuid)) {
      attempt += 1
      uuid = deriveUUID(parent, index + attempt * COLLISION_STEP)
    }
    if (attempt > 0) attempts.set(wanted, attempt)
    taken.add(uuid)
    return uuid
  }

  return {
    claim: uuid => take(uuid, uuid, 0),
    claimDerived: (parent, index) => take(deriveUUID(parent, index), parent, index),
    claimNameless: () => take(deriveUUID(NIL_UUID, nameless), NIL_UUID, nameless++),
    claims: () => ({ taken, nameless }),
  }
}

const NO_CLAIMS: EarlierClaims = { isTaken: () => false, nameless: 0 }
const COLLISION_STEP = 2 ** 32
const NIL_UUID = '00000000-0000-0000-0000-000000000000'
