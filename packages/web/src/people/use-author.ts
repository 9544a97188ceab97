import type { MessageAuthor } from '@antiphon/core'
import { useMemo, useSyncExternalStore } from 'react'
import { useTexts } from '../page/page-context.ts'
import { type Person, readPerson, subscribePerson, toAuthor } from './person.ts'

/** Who sits here. */
export function usePerson(): Person {
  return useSyncExternalStore(subscribePerson, readPerson, readPerson)
}

/** How what is said here is signed. */
export function useAuthor(systemUser = ''): MessageAuthor {
  const person = usePerson()
  const { guest } = useTexts().people
  return useMemo(() => toAuthor(person, { systemUser, guest }), [person, systemUser, guest])
}
