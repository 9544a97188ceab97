import { isObject, type JsonObject } from '@antiphon/contract'
import type { HeadlessSession } from '../headless-session.ts'
import type { HostRequest } from '../host-frame.ts'

/** Answers one kind of question. What it throws becomes the error that the host reads: say what was wrong with the question. */
export type Control = (
  session: HeadlessSession,
  request: HostRequest,
  signal: AbortSignal,
) => Promise<JsonObject> | JsonObject

export type Controls = Readonly<Record<string, Control>>

/** A field that has to be a text. */
export function readText(request: HostRequest, field: string): string {
  const value = request[field]
  if (typeof value === 'string' && value !== '') return value
  throw new Error(`${request.subtype} needs ${field}, a text`)
}

/** A field that has to be an object. */
export function readObject(request: HostRequest, field: string): JsonObject {
  const value = request[field]
  // It came as JSON.
  if (isObject(value)) return value as JsonObject
  throw new Error(`${request.subtype} needs ${field}, an object`)
}

/** The answer to a question that has no meaning here; `reason` says why not. */
export function refuse(reason: string): Control {
  return (_session, { subtype }) => {
    throw new Error(`${subtype} is not answered here: ${reason}`)
  }
}
