import type { JsonObject } from '@antiphon/core'
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
