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
      let at = seqs.length * UUID_BYTES
      // From the end on: what is looked for is mostly new.
      while (at > 0) {
        at = uuids.lastIndexOf(bytes, at - 1)
        if (at % UUID_BYTES === 0) return at / UUID_BYTES
      }
      return -1
    },
  }
}

const UUID_BYTES = 16

function toBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}
