import { cleanPersonName, type MessageAuthor, randomUUID } from '@antiphon/core'
import { useMemo, useSyncExternalStore } from 'react'
import { keepChoice, readChoice } from '../browser/stored-choice.ts'
import { useTexts } from '../page/page-context.ts'
import { useYou } from '../page/you.ts'

/** Whoever sits at this browser; the name is empty until they said it. */
type Person = { readonly id: string; readonly name: string }

let person: Person | undefined
const listeners = new Set<() => void>()

/** Who sits here, as this browser remembers it. */
export function readPerson(): Person {
  if (person) return person
  const kept = readChoice(ID)
  const id = kept !== null && /^[\w-]{1,64}$/.test(kept) ? kept : randomUUID()
  if (id !== kept) keepChoice(ID, id)
  person = { id, name: cleanPersonName(readChoice(NAME)) }
  return person
}

/** Takes a name for good, in every window of this browser; an empty one gives the system's back. */
export function keepPersonName(name: string): void {
  keepChoice(NAME, cleanPersonName(name))
  person = { ...readPerson(), name: cleanPersonName(name) }
  for (const listener of listeners) listener()
}

/** Hears when the name changes, here or in another window. */
function subscribePerson(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key !== `antiphon.${NAME}`) return
    person = undefined
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

/** How a person signs what they say: by their name, or as the system calls those of its own machine. */
export function toAuthor(
  { id, name }: Person,
  { systemUser, guest }: { readonly systemUser: string; readonly guest: string },
): MessageAuthor {
  const isAtMachine = LOCAL.has(location.hostname)
  return { id, name: name || (isAtMachine && systemUser) || guest }
}

const ID = 'person.id'
const NAME = 'person.name'
const LOCAL: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Who sits here. */
export function usePerson(): Person {
  return useSyncExternalStore(subscribePerson, readPerson, readPerson)
}

/** How what is said here is signed. */
export function useAuthor(systemUser = ''): MessageAuthor {
  const person = usePerson()
  const { guest } = useTexts().people
  const { name } = useYou()
  return useMemo(
    // Whoever the server knows by name speaks under that name.
    () => (name === null ? toAuthor(person, { systemUser, guest }) : { id: name, name }),
    [person, systemUser, guest, name],
  )
}
