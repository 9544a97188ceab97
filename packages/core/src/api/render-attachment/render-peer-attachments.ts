import type { AnyPeerAttachment } from '../../message/attachment-peer.ts'
import { readMessageAuthor, readOriginAuthor } from '../../message/message-author.ts'
import { joinParagraphs, textOf } from './read-field.ts'
import type { Renderers } from './renderer.ts'

/** What other people did in a shared session. A name is somebody's own word, so it stands in quotes. */
export const PEER_RENDERERS: Renderers<AnyPeerAttachment> = {
  peer_prompt: ({ origin, previous }) => {
    const author = nameOf(readOriginAuthor(origin))
    const before = nameOf(readMessageAuthor(previous))
    if (author === '') return ''
    return `Several people share this session. The next prompt is by ${author}${before && `; the one before it was by ${before}`}.`
  },
  peer_answer: ({ origin, behavior, toolName, toolUseID, promptAuthor }) => {
    const author = nameOf(readOriginAuthor(origin))
    if (author === '') return ''
    const call = [textOf(toolName), textOf(toolUseID) && `(${textOf(toolUseID)})`].filter(Boolean).join(' ')
    const asked = nameOf(readMessageAuthor(promptAuthor))
    const instead = asked && `, not ${asked}, whose prompt you are working on`
    return `${author}${instead}${instead && ','} ${DEEDS.get(behavior) ?? 'decided on'} ${call || 'a call'}.`
  },
  peer_edit: ({ origin, path, note }) => {
    const author = nameOf(readOriginAuthor(origin))
    if (author === '' || textOf(path) === '') return ''
    return joinParagraphs(
      `${author} changed ${textOf(path)}. What you know of that file may be out of date: read it again before you rely on it or change it, and do not undo the change without being asked to.`,
      textOf(note) && `They say of it: ${textOf(note)}`,
    )
  },
}

const DEEDS: ReadonlyMap<unknown, string> = new Map([
  ['allow', 'allowed the call of'],
  ['deny', 'refused the call of'],
  ['answer', 'answered the questions of'],
])

function nameOf(author: { readonly name: string } | null): string {
  return author === null ? '' : JSON.stringify(author.name)
}
