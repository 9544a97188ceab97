import { isObject } from '@antiphon/contract'
import { readMessageAuthor } from '@antiphon/core'
import type { PresentPerson, WaitingPrompt } from '@antiphon/core/wire'
import { readList, readText } from '../story/first-block.ts'

/** Who is here, as an event says it. */
export function readPeople(event: unknown): readonly PresentPerson[] {
  return readList(event, 'people').flatMap(person => {
    const author = isObject(person) ? readMessageAuthor(person.author) : null
    return author ? [{ author, activity: readText(person, 'activity') === 'typing' ? 'typing' : 'idle' }] : []
  })
}

/** Which prompts wait, as an event says it. */
export function readWaiting(event: unknown): readonly WaitingPrompt[] {
  return readList(event, 'prompts').flatMap(prompt => {
    const [uuid, text] = [readText(prompt, 'uuid'), readText(prompt, 'text')]
    const author = isObject(prompt) ? readMessageAuthor(prompt.author) : null
    return uuid === undefined || text === undefined ? [] : [{ uuid, text, ...(author && { author }) }]
  })
}
