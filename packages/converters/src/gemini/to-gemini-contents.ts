import { isObject } from '@antiphon/contract'
import { type Conversion, type ReportLoss, withLosses } from '../loss.ts'
import { unwrapMessage, unwrapPart } from '../said/foreign.ts'
import { readMessages } from '../said/read-messages.ts'
import { takeEnvelope, takeTheirs } from '../said/report-rest.ts'
import type { SaidBlock, SaidCall, SaidFields, SaidMedia, SaidMessage, SaidResult } from '../said/said.ts'
import { toStandIn, typeOf } from '../said/stand-in.ts'
import { findToolNames, toInputObject, UNKNOWN_TOOL } from '../said/tool-names.ts'
import type { GeminiContent, GeminiPart } from './content.ts'
import { restoreGeminiMedia, toGeminiMedia } from './media-part.ts'

const FORMAT = 'gemini'

/** Contents as Gemini takes them: user and model by turns, what was said in a row in one content. */
export function toGeminiContents(messages: readonly unknown[]): Conversion<GeminiContent> {
  return withLosses(report => {
    const contents: GeminiContent[] = []
    const said = readMessages(messages, report)
    const names = findToolNames(said)
    for (const message of said) {
      const whole = unwrapMessage(message, FORMAT)
      // A content that came from this library is given back as it was.
      if (whole) {
        contents.push(whole as unknown as GeminiContent)
        continue
      }
      const { hasNoRole, ...theirs } = takeEnvelope(message, FORMAT, report)
      const parts = createPartWriter(message, names, report).parts()
      const role = message.role === 'assistant' ? 'model' : 'user'
      const last = contents.at(-1)
      if (parts.length === 0) continue
      if (last && (last.role ?? 'user') === role) last.parts.push(...parts)
      else contents.push({ ...(hasNoRole === true ? {} : { role }), parts, ...theirs })
    }
    return contents
  })
}

type PartWriter = { parts(): GeminiPart[] }

function createPartWriter(
  said: SaidMessage,
  names: ReadonlyMap<string, string>,
  report: ReportLoss,
): PartWriter {
  const { place, role } = said

  function theirs(block: SaidBlock, at: number = block.at): SaidFields {
    return takeTheirs({ ...block, at }, said, { format: FORMAT, report })
  }

  function standIn(block: SaidBlock, at: number = block.at): string {
    const rule = block.kind === 'media' ? 'media' : 'block-kind'
    const detail = `There is no part for ${typeOf(block)}: a text stands in its place.`
    report(place, { rule, action: 'replaced', block: at, detail })
    return toStandIn(block)
  }

  function thought(block: Extract<SaidBlock, { kind: 'thinking' }>): GeminiPart {
    if (block.signature !== undefined) {
      const detail = 'Its signature is of another provider.'
      report(place, { rule: 'thinking', action: 'trimmed', block: block.at, detail })
    }
    return { text: block.text, thought: true, ...theirs(block) }
  }

  function call(block: SaidCall): GeminiPart {
    const { id, name, input } = block
    const { hasNoId, hasNoArgs, call: more, ...own } = theirs(block)
    const args = toInputObject(input)
    if (args === null) {
      const detail = `The input of ${id} is no object: it is put into one.`
      report(place, { rule: 'tool-input', action: 'replaced', block: block.at, detail })
    }
    const functionCall = {
      ...(hasNoId === true ? {} : { id }),
      name,
      ...(hasNoArgs === true ? {} : { args: args ?? { input } }),
      ...(isObject(more) && more),
    }
    return { functionCall, ...own }
  }

  function response(block: SaidResult): GeminiPart {
    const { hasNoId, response: kept, parts: keptParts, name, call: more, ...own } = theirs(block)
    const { output, media } = toOutput(block)
    const written = media.map(inner => restoreGeminiMedia(inner, {}))
    const functionResponse = {
      ...(hasNoId === true ? {} : { id: block.id }),
      name: typeof name === 'string' ? name : (names.get(block.id) ?? UNKNOWN_TOOL),
      response: isObject(kept) ? kept : { [block.isError ? 'error' : 'output']: output },
      ...(Array.isArray(keptParts) ? { parts: keptParts } : written.length > 0 && { parts: written }),
      ...(isObject(more) && more),
    }
    // Parts of its own are of this library.
    return { functionResponse, ...own } as GeminiPart
  }

  type Output = { output: string | string[]; media: NonNullable<ReturnType<typeof toGeminiMedia>>[] }

  /** Texts are the output, media stand beside it. */
  function toOutput({ content, at, id }: SaidResult): Output {
    if (typeof content === 'string') return { output: content, media: [] }
    const output: string[] = []
    const media: Output['media'] = []
    let isMoved = false
    for (const inner of content) {
      const found = inner.kind === 'media' ? toGeminiMedia(inner) : null
      if (found) {
        media.push(found)
        theirs(inner, at)
        continue
      }
      if (media.length > 0) isMoved = true
      if (inner.kind === 'text') theirs(inner, at)
      output.push(inner.kind === 'text' ? inner.text : standIn(inner, at))
    }
    if (isMoved) {
      const detail = `In the result of ${id} texts stand before images and documents.`
      report(place, { rule: 'order', action: 'moved', block: at, detail })
    }
    return { output, media }
  }

  function mediaPart(block: SaidMedia): GeminiPart {
    const media = toGeminiMedia(block)
    return media ? restoreGeminiMedia(media, theirs(block)) : { text: standIn(block) }
  }

  function part(block: SaidBlock): GeminiPart[] {
    if (role === 'system') {
      const detail = 'It is said by the user.'
      report(place, { rule: 'system-turn', action: 'replaced', block: block.at, detail })
    }
    switch (block.kind) {
      case 'text':
        return [{ text: block.text, ...theirs(block) }]
      case 'thinking':
        return [thought(block)]
      case 'media':
        return [mediaPart(block)]
      case 'call':
        return [call(block)]
      case 'result':
        return [response(block)]
      default: {
        const whole = block.kind === 'other' ? unwrapPart(block.block, FORMAT) : undefined
        // A part that came from this library is given back as it was.
        if (whole) return [whole as GeminiPart]
        if (role !== 'assistant') return [{ text: standIn(block) }]
        const rule = block.kind === 'redacted' ? 'thinking' : 'block-kind'
        const detail = `There is no part for ${typeOf(block)}.`
        report(place, { rule, action: 'dropped', block: block.at, detail })
        return []
      }
    }
  }

  return { parts: () => said.blocks.flatMap(part) }
}
