/** Messages that only go on from the one before them, in some thirty bytes each: most of a long log. */
export interface Spine {
  readonly length: () => number
  readonly add: (message: SpineMessage) => void
  readonly at: (index: number) => SpineMessage
  /** -1 for one that is not in it. */
  readonly find: (uuid: string) => number
}

export type SpineMessage = { readonly uuid: string; readonly seq: number; readonly isVoice: boolean }

/** True for a name that a spine can hold. */
export function fitsSpine(uuid: string): boolean {
  return UUID_TEXT.test(uuid)
}

export function createSpine(): Spine {
  let uuids = Buffer.alloc(FIRST_ROOM * UUID_BYTES)
  let seqs = new Float64Array(FIRST_ROOM)
  let voices = new Uint8Array(FIRST_ROOM)
  let length = 0

  function makeRoom(): void {
    if (length < seqs.length) return
    const room = seqs.length * 2
    uuids = Buffer.concat([uuids], room * UUID_BYTES)
    seqs = grow(new Float64Array(room), seqs)
    voices = grow(new Uint8Array(room), voices)
  }

  return {
    length: () => length,
    add({ uuid, seq, isVoice }) {
      makeRoom()
      toBytes(uuid).copy(uuids, length * UUID_BYTES)
      seqs[length] = seq
      voices[length] = Number(isVoice)
      length += 1
    },
    at(index) {
      const hex = uuids.toString('hex', index * UUID_BYTES, (index + 1) * UUID_BYTES)
      const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
      return { uuid, seq: seqs[index] ?? 0, isVoice: voices[index] === 1 }
    },
    find(uuid) {
      if (!fitsSpine(uuid)) return -1
      const bytes = toBytes(uuid)
      const end = length * UUID_BYTES
      for (let at = uuids.indexOf(bytes); at !== -1 && at < end; at = uuids.indexOf(bytes, at + 1))
        if (at % UUID_BYTES === 0) return at / UUID_BYTES
      return -1
    },
  }
}

const FIRST_ROOM = 256
const UUID_BYTES = 16
const UUID_TEXT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function toBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

function grow<T extends Float64Array | Uint8Array>(larger: T, old: T): T {
  larger.set(old)
  return larger
}
