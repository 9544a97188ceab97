import { stripControl } from '@antiphon/core/ui'
import type { ModelPlace } from '@antiphon/server/protocol'
import { type ReactElement, useState } from 'react'
import { readFailure } from '../client/failure.ts'
import { useClient, useTexts } from '../page/page-context.ts'
import { formatJson } from '../story/format-json.ts'

/** Puts the whole request, of which the page shows a part, onto the clipboard. */
export function CopyRequest({ place }: { readonly place: ModelPlace }): ReactElement {
  const texts = useTexts()
  const client = useClient()
  const [words, setWords] = useState<string>()
  async function copy(): Promise<void> {
    setWords(texts.model.copying)
    try {
      const request = await client.readWholeRequest(place, new AbortController().signal)
      await navigator.clipboard.writeText(formatJson(request))
      setWords(texts.model.copied)
    } catch (error) {
      const isRefused = readFailure(error) === 'refused' && error instanceof Error
      setWords(isRefused ? stripControl(error.message) : texts.model.notCopied)
    }
  }
  return (
    <>
      <span className="quiet" role="status">
        {words}
      </span>
      <button type="button" className="button" onClick={() => void copy()}>
        {texts.model.copy}
      </button>
    </>
  )
}
