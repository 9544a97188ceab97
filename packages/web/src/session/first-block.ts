import { isObject } from '@antiphon/core'

/** The block of a message of one block; undefined for messages that have none. */
export function firstBlock(message: unknown): Readonly<Record<string, unknown>> | undefined {
  const inner = isObject(message) ? message.message : undefined
  const content = isObject(inner) ? inner.content : undefined
  const block: unknown = Array.isArray(content) ? content[0] : undefined
  return isObject(block) ? block : undefined
}

/** A named string of whatever stands there; undefined for anything else. */
export function readText(value: unknown, name: string): string | undefined {
  const field = isObject(value) ? value[name] : undefined
  return typeof field === 'string' ? field : undefined
}

/** A named list of whatever stands there; empty for anything else. */
export function readList(value: unknown, name: string): readonly unknown[] {
  const field = isObject(value) ? value[name] : undefined
  return Array.isArray(field) ? field : []
}
