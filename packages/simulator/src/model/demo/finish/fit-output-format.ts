import { type ApiRequest, isObject } from '@antiphon/core'
import type { AnswerBlock } from '../../simulated-model.ts'
import { makeValue } from '../tools/make-value.ts'

/** Puts the text of an answer into the form that `output_config.format` asks for; what is said beside calls is left out. */
export function fitOutputFormat(blocks: readonly AnswerBlock[], request: ApiRequest): readonly AnswerBlock[] {
  const schema = formatSchema(request)
  if (schema === undefined) return blocks
  if (blocks.some(({ type }) => type === 'tool_use')) return blocks.filter(({ type }) => type !== 'text')
  const said = blocks.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n\n')
  const given = parse(said)
  const value = isObject(given) && fits(given, schema) ? given : makeValue(schema, () => said)
  return [...blocks.filter(({ type }) => type !== 'text'), { type: 'text', text: JSON.stringify(value) }]
}

/** `output_format` is the older name. */
function formatSchema({ output_config, output_format }: ApiRequest): unknown {
  const format = output_config?.format ?? output_format
  return isObject(format) && format.type === 'json_schema' ? (format.schema ?? {}) : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A title that was made as JSON already has its keys. */
function fits(value: Readonly<Record<string, unknown>>, schema: unknown): boolean {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {}
  const required = isObject(schema) && Array.isArray(schema.required) ? schema.required : []
  const isKnown = ([key, item]: [string, unknown]): boolean => {
    const property = properties[key]
    return isObject(property) && property.enum === undefined && property.type === typeof item
  }
  return required.every(key => Object.hasOwn(value, String(key))) && Object.entries(value).every(isKnown)
}
