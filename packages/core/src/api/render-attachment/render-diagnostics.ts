import {
  firstTextOf,
  joinParagraphs,
  listUnder,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
} from './read-field.ts'
import { stableJson } from './stable-json.ts'

/** What language servers complained about, a line each: place, severity, message, source. */
export function renderDiagnostics(files: unknown, isNew: unknown): string {
  const lists = objectsOf(files).map(file =>
    listUnder(
      `${firstTextOf(file.uri, file.filePath, 'a file')}:`,
      objectsOf(file.diagnostics).map(renderDiagnostic),
    ),
  )
  const body = joinParagraphs(lists)
  return body && joinParagraphs(isNew === true ? 'New diagnostics:' : 'Diagnostics:', body)
}

function renderDiagnostic(diagnostic: Readonly<Record<string, unknown>>): string {
  const start = objectOf(objectOf(diagnostic.range).start)
  const [line, character] = [numberOf(start.line), numberOf(start.character)]
  // Language servers count from zero, people and editors from one.
  const place = line === undefined ? '' : `${line + 1}:${(character ?? 0) + 1} `
  const severity = textOf(diagnostic.severity) && `${textOf(diagnostic.severity)}: `
  const source = textOf(diagnostic.source) && ` (${textOf(diagnostic.source)})`
  return `- ${place}${severity}${textOf(diagnostic.message) || stableJson(diagnostic)}${source}`
}
