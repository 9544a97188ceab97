import { isObject } from '@antiphon/contract'
import { oneLine, previewText, stripControl } from '@antiphon/core/ui'
import { type ReactElement, type ReactNode, useState } from 'react'
import { classNames } from '../controls/class-names.ts'
import type { ModelTexts } from '../language/model-texts.ts'
import { useTexts } from '../page/page-context.ts'
import { readList, readText } from '../story/first-block.ts'
import { formatJson } from '../story/format-json.ts'
import css from './block-view.module.css'
import { TraceAction } from './trace-panel.tsx'

/** A block of a request: its kind and what it holds, to the letter; of a result also its life in the log. */
export function BlockView({ block, log }: { readonly block: unknown; readonly log: string }): ReactElement {
  const texts = useTexts()
  const hasMark = isObject(block) && isObject(block.cache_control)
  const tool = readText(block, 'type') === 'tool_result' ? readText(block, 'tool_use_id') : undefined
  return (
    <>
      <BlockBody block={block} />
      {tool !== undefined && <TraceAction log={log} tool={tool} />}
      {hasMark && <p className={css.cached}>{texts.model.cacheMark}</p>}
    </>
  )
}

function BlockBody({ block }: { readonly block: unknown }): ReactElement {
  const texts = useTexts()
  const { kind, note, text, inner } = describe(block, texts.model)
  return (
    <div className={classNames(css.block, kind !== 'text' && css.framed)}>
      {kind !== 'text' && (
        <p className={css.kind}>
          <code>{oneLine(kind, 60)}</code> {oneLine(note, 160)}
        </p>
      )}
      {text !== '' && <PlainText text={text} />}
      {inner.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a block never move
        <BlockBody key={index} block={part} />
      ))}
    </div>
  )
}

function PlainText({ text }: { readonly text: string }): ReactNode {
  const texts = useTexts()
  const [isWhole, setIsWhole] = useState(false)
  const preview = previewText(text, FEW)
  return (
    <>
      <pre className={css.text}>{stripControl(isWhole ? text : preview.text)}</pre>
      {preview.cutCodePoints > 0 && (
        <button type="button" className="more" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? texts.showLess : texts.showAll(Math.max(0, preview.cutLines))}
        </button>
      )}
    </>
  )
}

const FEW = { maxLines: 14, maxCodePoints: 1600 }

type Description = {
  readonly kind: string
  readonly note: string
  readonly text: string
  readonly inner: readonly unknown[]
}

function describe(block: unknown, texts: ModelTexts): Description {
  const kind = readText(block, 'type') ?? '?'
  const nothing = { kind, note: '', text: '', inner: [] }
  if (!isObject(block)) return { ...nothing, text: formatJson(block) }
  switch (kind) {
    case 'text':
      return { ...nothing, text: readText(block, 'text') ?? '' }
    case 'thinking':
      return {
        ...nothing,
        note: 'signature' in block ? texts.signed : '',
        text: readText(block, 'thinking') ?? '',
      }
    case 'tool_use':
      return {
        ...nothing,
        note: [readText(block, 'name'), readText(block, 'id')].filter(Boolean).join(' · '),
        text: formatJson(block.input),
      }
    case 'tool_result': {
      const id = readText(block, 'tool_use_id') ?? ''
      return {
        ...nothing,
        note: block.is_error === true ? texts.failedResult(id) : texts.resultOf(id),
        text: readText(block, 'content') ?? '',
        inner: readList(block, 'content'),
      }
    }
    case 'image':
    case 'document':
      return { ...nothing, note: `${texts[kind]} ${readText(block.source, 'media_type') ?? ''}`.trim() }
    default:
      return { ...nothing, text: formatJson(block) }
  }
}
