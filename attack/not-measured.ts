/** Says why an attack is not possible here. */
export class NotMeasured extends Error {
  override name = 'NotMeasured'
}
