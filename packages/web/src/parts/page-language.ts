/** The language in which the page writes numbers and times. */
export function pageLanguage(): string {
  return document.documentElement.lang || 'en'
}
