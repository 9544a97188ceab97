/** The day of a time in the reader's own zone, as a heading or as a fact among others; empty for what is no time. */
export function formatDay(time: string, language: string, form: 'full' | 'medium' = 'full'): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return ''
  const name = `${form} ${language}`
  const format = formats.get(name) ?? new Intl.DateTimeFormat(language, { dateStyle: form })
  formats.set(name, format)
  return format.format(date)
}

/** Made once: making one takes longer than a hundred uses. */
const formats = new Map<string, Intl.DateTimeFormat>()
