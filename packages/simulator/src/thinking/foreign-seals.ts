import type { SealPayload } from './seal-payload.ts'

/** Signatures that a replayed model brought along, with what they stand for here. */
export interface ForeignSeals {
  remember(seal: string, payload: SealPayload): void
  /** What a seal stands for; recordings that were made anonymous share seals, so the content tells them apart. */
  find(seal: string, content: string): SealPayload | null
}

/** Keeps the last of them: a server runs for long. */
export function createForeignSeals(): ForeignSeals {
  const payloads = new Map<string, SealPayload>()

  function keep(name: string, payload: SealPayload): void {
    payloads.delete(name)
    payloads.set(name, payload)
    if (payloads.size > CAPACITY) forgetOldest()
  }

  function forgetOldest(): void {
    for (const name of payloads.keys()) {
      payloads.delete(name)
      return
    }
  }

  return {
    remember(seal, payload) {
      keep(seal, payload)
      keep(`${seal} ${payload.content}`, payload)
    },
    find: (seal, content) => payloads.get(`${seal} ${content}`) ?? payloads.get(seal) ?? null,
  }
}

const CAPACITY = 100_000
