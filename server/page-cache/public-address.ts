/** Whether an address, as it stands in the request, is of a page (or its data) that is the same for everybody. */
export const isPublicAddress = (url: string): boolean => url.length <= 500 && publicPages.test(url)

const publicPages =
  /^\/(?:(?:projects(?:\/[\w-]+)?|categories|about|contact|support\/[\w-]+)(?:\.data)?|_\.data)?(?:\?|$)/
