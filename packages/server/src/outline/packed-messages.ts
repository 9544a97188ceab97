/** Messages in columns, some fifty bytes each: most of a long log only follows the message before it. */
export interface PackedMessages {
  length(): number
  add(message: PackedMessage): void
  uuidAt(index: number): string
  seqAt(index: number): number
  kindAt(index: number): number
  /** Those of all messages from one up to another. */
  idsOf(start: number, end: number): readonly number[]
  /** -1 for one that is not among them. */
  find(uuid: string): number
}

/** What is left of a message once its words are gone. */
export type PackedMessage = {
  readonly uuid: string
  readonly seq: number
  readonly kind: number
  /** Of its answer and its calls. */
  readonly ids: readonly number[]
}

/** True for a name that can be packed. */
export function isPackable(uuid: unknown): uuid is string {
  return typeof uuid === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)
}

export function createPackedMessages(): PackedMessages {
  let uuids = Buffer.alloc(256 * UUID_BYTES)
  const seqs: number[] = []
  const kinds: number[] = []
  const ids: number[] = []
  /** Where the ids of each message end. */
  const ends: number[] = []
  /** An index of the names: where each stands, from 1. */
  let slots = new Int32Array(512)
  return {
    length: () => seqs.length,
    add(message) {
      const start = seqs.length * UUID_BYTES
      if (start === uuids.length) uuids = Buffer.concat([uuids], start * 2)
      toBytes(message.uuid).copy(uuids, start)
      seqs.push(message.seq)
      kinds.push(message.kind)
      ids.push(...message.ids)
      ends.push(ids.length)
      if (seqs.length * 2 > slots.length) widen()
      else note(seqs.length - 1)
    },
    kindAt: index => kinds[index] ?? 0,
    idsOf: (start, end) => ids.slice(ends[start - 1] ?? 0, ends[end - 1]),
    seqAt: index => seqs[index] ?? 0,
    uuidAt(index) {
      const hex = uuids.toString('hex', index * UUID_BYTES, (index + 1) * UUID_BYTES)
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
    find(uuid) {
      if (!isPackable(uuid)) return -1
      const bytes = toBytes(uuid)
      return (slots[findSlot(bytes)] ?? 0) - 1
    },
  }

  /** Where a name stands in the index, or the free slot where it would. */
  function findSlot(bytes: Buffer): number {
    let slot = hash(bytes) & (slots.length - 1)
    for (let held = slots[slot]; held; held = slots[slot]) {
      const at = (held - 1) * UUID_BYTES
      if (bytes.compare(uuids, at, at + UUID_BYTES) === 0) return slot
      slot = (slot + 1) & (slots.length - 1)
    }
    return slot
  }

  function note(index: number): void {
    slots[findSlot(uuids.subarray(index * UUID_BYTES, (index + 1) * UUID_BYTES))] = index + 1
  }

  /** At most half of the slots are taken. */
  function widen(): void {
    slots = new Int32Array(slots.length * 2)
    for (let index = 0; index < seqs.length; index += 1) note(index)
  }
}

const UUID_BYTES = 16

function toBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

function hash(bytes: Buffer): number {
  let mixed = 0
  for (let at = 0; at < UUID_BYTES; at += 4) mixed = Math.imul(mixed ^ bytes.readInt32LE(at), 0x9e3779b1)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
