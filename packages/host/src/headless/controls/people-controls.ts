import {
  createAttachmentMessage,
  createHumanOrigin,
  type MessageAuthor,
  readOriginAuthor,
  toWireEvents,
} from '@antiphon/core'
import { oneLine, stripControl } from '@antiphon/core/ui'
import type { HostRequest } from '../host-frame.ts'
import { type Control, readText } from './control.ts'

/** Somebody came, writes, or left; who is here is told as the event `presence`. */
export const presence: Control = ({ presence: here }, request) => {
  const author = readAuthor(request)
  const { activity, place: given } = request
  const place = typeof given === 'string' && given !== '' ? given.slice(0, MAX_PLACE) : author.id
  if (activity === 'gone') here.leave(place)
  else if (activity === 'typing' || activity === 'idle') here.note(place, { author, activity })
  else throw new Error('presence needs activity: typing, idle or gone')
  return { people: here.people().length }
}

/** Somebody changed a file: the model reads it on its next turn, or between two rounds of calls. */
export const peerEdit: Control = async ({ agent, host }, request) => {
  const author = readAuthor(request)
  const path = oneLine(stripControl(readText(request, 'path')), MAX_PATH)
  const { note } = request
  const words = typeof note === 'string' ? stripControl(note).trim().slice(0, MAX_NOTE) : ''
  const message = createAttachmentMessage({
    type: 'peer_edit',
    origin: createHumanOrigin(author),
    path,
    ...(words !== '' && { note: words }),
  })
  await agent.engine.tell([message])
  for (const event of toWireEvents(message, { sessionId: agent.sessionId })) await host.send(event)
  return { uuid: message.uuid }
}

function readAuthor(request: HostRequest): MessageAuthor {
  const author = readOriginAuthor(request.origin)
  if (author) return author
  throw new Error(`${request.subtype} needs origin: {kind: 'human', author: {id, name}}`)
}

const MAX_PLACE = 100
const MAX_PATH = 1000
const MAX_NOTE = 2000
