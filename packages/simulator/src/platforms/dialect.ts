import type { IncomingHttpHeaders } from 'node:http'
import type { ApiRequest, ApiVersion, Platform } from '@antiphon/contract'
import type { AnswerMessage } from '../answer/answer-message.ts'
import type { HeaderOptions } from '../check/check-headers.ts'
import type { ApiRefusal, Checked } from '../check/refusal.ts'

/** What a platform says differently on the wire; all between reading and sending is the same for all of them. */
export interface Dialect {
  readonly platform: Platform
  /** Stands in the platform's ids behind what they name: `bdrk` in `toolu_bdrk_01…`; null where nothing does. */
  readonly idMark: string | null
  /** The header that carries the request's id. */
  readonly requestIdHeader: string
  /** Who asks, which version and which betas, in the platform's order of checks; with the request as the API knows it. */
  open(letter: Letter): Checked<OpenedLetter>
  /** A refusal as this platform words it. */
  translate(refusal: ApiRefusal): ApiRefusal
  toErrorBody(refusal: ApiRefusal, requestId: string): unknown
  toErrorHeaders(refusal: ApiRefusal): Readonly<Record<string, string>>
  /** What an answer carries beside its body. */
  toAnswerHeaders(message: AnswerMessage, now: number): Readonly<Record<string, string>>
  readonly streamType: string
  /** How the events of a message's stream are framed. */
  createEncoder(message: AnswerMessage): EncodeEvent
}

/** A request before anybody has looked into it. */
export type Letter = HeaderOptions & {
  readonly headers: IncomingHttpHeaders
  readonly place: RoutePlace
  readonly parse: () => Checked<ApiRequest>
}

export type OpenedLetter = {
  readonly sent: ApiRequest
  readonly apiVersion: ApiVersion
  readonly betas: readonly string[]
}

/** What the path of a request says; the Claude API says it all in the body. */
export type RoutePlace = { readonly model?: string; readonly stream?: boolean }

/** One event of a stream as its frame. */
export type EncodeEvent = (type: string, data: string) => string | Uint8Array
