import { BoundedMap } from '../bounded-map.ts'
import type { SealPayload } from './seal-payload.ts'

/** Signatures that a replayed model brought along, with what they stand for here. */
export interface ForeignSeals {
  remember(seal: string, payload: SealPayload): void
  /** What a seal stands for; recordings that were made anonymous share seals, so the content tells them apart. */
  find(seal: string, content: string): SealPayload | null
}

/** Keeps the last of them: a server runs for long. */
export function createForeignSeals(): ForeignSeals {
  const payloads = new BoundedMap<SealPayload>()
  return {
    remember(seal, payload) {
      payloads.set(seal, payload)
      payloads.set(`${seal} ${payload.content}`, payload)
    },
    find: (seal, content) => payloads.get(`${seal} ${content}`) ?? payloads.get(seal) ?? null,
  }
}
