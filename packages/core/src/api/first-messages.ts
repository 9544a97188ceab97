type Message = Readonly<Record<string, unknown>>

/** The first message of every uuid. */
export interface FirstMessages {
  /** The message that had this uuid before; null where this one is the first. */
  firstOf(uuid: string, message: Message): Message | null
}

/** Remembers messages by their uuid, at the price of one look for each: which message it was is asked only of a repeated one. */
export function createFirstMessages(): FirstMessages {
  const uuids = new Set<string>()
  const firsts: Message[] = []
  const byUuid = new Map<unknown, Message>()
  let indexed = 0
  return {
    firstOf(uuid, message) {
      const known = uuids.size
      uuids.add(uuid)
      if (uuids.size > known) {
        firsts.push(message)
        return null
      }
      for (; indexed < firsts.length; indexed++) {
        const first = firsts[indexed] as Message
        byUuid.set(first.uuid, first)
      }
      return byUuid.get(uuid) ?? null
    },
  }
}
