import { isObject } from '@antiphon/contract'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Why there is no answer, in words for a person. */
export type Refusal = { readonly status: ContentfulStatusCode; readonly words: string }

/** Some statuses say enough. */
export function refuse(status: ContentfulStatusCode, words: string = WORDS[status] ?? ''): Refusal {
  return { status, words }
}

export function isRefusal(value: unknown): value is Refusal {
  return isObject(value) && typeof value.status === 'number' && typeof value.words === 'string'
}

const WORDS: Readonly<Record<number, string>> = {
  401: 'The token is missing or wrong. Open the link that the server printed.',
  404: 'There is nothing of that name.',
  503: 'Too many answers are being sent. Close some pages.',
}
