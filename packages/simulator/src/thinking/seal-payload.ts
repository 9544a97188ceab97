import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** What a signature says about the thinking that it stands on. */
export type SealPayload = {
  /** The canonical name of the model that thought. */
  readonly model: string
  /** The text that was thought. */
  readonly content: string
  readonly system: string
  readonly tools: string
  /** All blocks before, thinking aside. */
  readonly prefix: string
  readonly prefixBlocks: number
  /** The seal of the thinking before it, as the request and the answer had it. */
  readonly previous: string | null
}

/** A payload as the opaque text of a signature. */
export function encodeSeal(payload: SealPayload): string {
  const text = JSON.stringify(payload)
  return Buffer.from(`${authenticate(text)}${text}`, 'latin1').toString('base64')
}

/** What a signature says, or null for one that no simulator made. */
export function decodeSeal(signature: string): SealPayload | null {
  const text = Buffer.from(signature, 'base64').toString('latin1')
  const body = text.slice(CODE_LENGTH)
  const given = Buffer.from(text.slice(0, CODE_LENGTH), 'latin1')
  const right = Buffer.from(authenticate(body), 'latin1')
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  // Only we can have written it.
  return JSON.parse(body) as SealPayload
}

/** A short name for a signature, by which the next one refers to it. */
export function nameSeal(signature: string): string {
  return digest(signature)
}

/** Sixteen hexadecimal digits for any text. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

const CODE_LENGTH = 32

/** One key for all simulators, so that a stored session goes on with another one. It protects nothing. */
function authenticate(text: string): string {
  return createHmac('sha256', 'antiphon simulator').update(text).digest('hex').slice(0, CODE_LENGTH)
}
