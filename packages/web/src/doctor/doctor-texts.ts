/** The texts of this part of the page. */
export type DoctorTexts = {
  readonly title: string
}

export const DOCTOR_ENGLISH: DoctorTexts = {
  title: 'Doctor',
}

export const DOCTOR_CHINESE: DoctorTexts = {
  title: '诊断',
}
