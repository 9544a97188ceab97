/** Marks text that the program tells the model, so that it is not taken for a person's words. */
export function wrapInSystemReminder(text: string): string {
  return `<system-reminder>\n${text}\n</system-reminder>`
}
