import { isObject } from '@antiphon/contract'
import { readMessageAuthor } from '../message/message-author.ts'
import { readArray, readText } from '../message/read-field.ts'
import type { PresentPerson, WaitingPrompt } from '../wire/wire-peer-event.ts'

/** Who is here, as an event says it. */
export function readPeople(event: unknown): readonly PresentPerson[] {
  return readArray(event, 'people').flatMap(person => {
    const author = isObject(person) ? readMessageAuthor(person.author) : null
    return author ? [{ author, activity: readText(person, 'activity') === 'typing' ? 'typing' : 'idle' }] : []
  })
}

/** Which prompts wait, as an event says it. */
export function readWaiting(event: unknown): readonly WaitingPrompt[] {
  return readArray(event, 'prompts').flatMap(prompt => {
    const [uuid, text] = [readText(prompt, 'uuid'), readText(prompt, 'text')]
    const author = isObject(prompt) ? readMessageAuthor(prompt.author) : null
    return uuid === undefined || text === undefined ? [] : [{ uuid, text, ...(author && { author }) }]
  })
}
