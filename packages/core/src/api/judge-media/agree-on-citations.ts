import type { ContentBlock } from '@antiphon/contract'
import { isObject } from '@antiphon/contract'
import type { StepContext } from '../step.ts'

/** CIT-01: what a document or search result has to say of citations where it differs from the first of its kind; else null. */
export function agreeOnCitations(
  block: ContentBlock,
  { ledger }: StepContext,
): { readonly enabled: boolean } | null {
  if (block.type !== 'document' && block.type !== 'search_result') return null
  const wanted = isObject(block.citations) && block.citations.enabled === true
  const agreed = ledger.citations[block.type] ?? wanted
  ledger.citations = { ...ledger.citations, [block.type]: agreed }
  return agreed === wanted ? null : { enabled: agreed }
}
