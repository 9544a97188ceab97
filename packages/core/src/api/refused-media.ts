import { isObject } from '@antiphon/contract'

/** The words of the log for a PDF with too many pages or bytes. */
export function getPdfTooLargeErrorMessage(): string {
  return 'PDF too large. Try reading the file a different way (e.g., extract text with pdftotext).'
}

export function getPdfPasswordProtectedErrorMessage(): string {
  return 'PDF is password protected. Try using a CLI tool to extract or convert the PDF.'
}

export function getPdfInvalidErrorMessage(): string {
  return 'The PDF file was not valid. Try converting it to text first (e.g., pdftotext).'
}

export function getImageTooLargeErrorMessage(): string {
  return 'Image was too large. Try resizing the image or using a different approach.'
}

export function getRequestTooLargeErrorMessage(): string {
  return 'Request too large. Try with a smaller file.'
}

/** Which block types made the API refuse a request, by the text of the refusal as it stands in the log. */
export const ERROR_TO_BLOCK_TYPES: readonly {
  readonly pattern: RegExp
  readonly types: ReadonlySet<string>
}[] = [
  { pattern: /\bPDF too large\b/i, types: new Set(['document']) },
  { pattern: /\bPDF (?:specified )?is password protected\b/i, types: new Set(['document']) },
  {
    pattern: /\bPDF (?:file|specified) was not valid\b|\bcould not process pdf\b/i,
    types: new Set(['document']),
  },
  { pattern: /\bmaximum of \d+ PDF pages\b/i, types: new Set(['document']) },
  {
    pattern:
      /\bimage was too large\b|\bimage exceeds \d+ MB\b|\bcould not process image\b|\bimage dimensions exceed\b|\bimage cannot be empty\b|\bimage was specified using\b|\bimage does not match the provided media type\b|\bimage format \S+ not supported\b/i,
    types: new Set(['image']),
  },
  {
    pattern:
      /\brequest too large\b|\brequest exceeds the maximum size\b|\btoo much media\b|\btoo many images\b/i,
    types: new Set(['document', 'image']),
  },
]

/** The block types that an API error message of the log blames; none for errors of another kind. */
export function blamedBlockTypes(errorMessage: unknown): ReadonlySet<string> {
  const text = errorText(errorMessage)
  return ERROR_TO_BLOCK_TYPES.find(row => row.pattern.test(text))?.types ?? NONE
}

const NONE: ReadonlySet<string> = new Set()

function errorText(errorMessage: unknown): string {
  if (!isObject(errorMessage) || !isObject(errorMessage.message)) return ''
  const { content } = errorMessage.message
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map(block => (isObject(block) && typeof block.text === 'string' ? block.text : ''))
    .join('\n')
}
