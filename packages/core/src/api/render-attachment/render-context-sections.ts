/** Named pieces of context as sections with headings, in the order in which they came; blank ones say nothing. */
export function renderContextSections(context: Readonly<Record<string, unknown>>): string {
  return Object.entries(context)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].trim() !== '')
    .map(([name, value]) => `# ${name}\n${value}`)
    .join('\n\n')
}
