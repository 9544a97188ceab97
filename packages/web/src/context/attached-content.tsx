import { parseContext } from '@antiphon/core'
import { CONTEXT_HEADING } from '@antiphon/core/context'
import { oneLine, stripControl } from '@antiphon/core/ui'
import type { ReactElement } from 'react'
import type { ContextTexts } from '../language/chat-texts.ts'
import { useTexts } from '../page/page-context.ts'
import { Fold } from '../story/fold.tsx'
import { TextView } from '../story/text-view.tsx'
import { formatReference } from './format-reference.ts'

export type AttachedContentProps = { readonly name: string; readonly text: string }

/** What a reference of a prompt refers to, as the model was told it; folded, since the person knows it. */
export function AttachedContent({ name, text }: AttachedContentProps): ReactElement {
  const texts = useTexts().chat.context
  const [head = '', , ...rest] = text.split('\n')
  const reference = describeReference(head.slice(head.indexOf(': ') + 2), texts)
  return (
    <div>
      <Fold name={name} label={`${texts.content} ${reference}`}>
        {() => (
          <TextView
            name={name}
            text={rest.slice(0, -1).join('\n')}
            form="output"
            maxLines={40}
            maxCodePoints={6000}
          />
        )}
      </Fold>
    </div>
  )
}

function describeReference(rendered: string, texts: ContextTexts): string {
  const [reference] = parseContext(`${CONTEXT_HEADING}\n> \n> - ${rendered}\n\n`).references
  return reference ? formatReference(reference, texts) : oneLine(stripControl(rendered), 120)
}
