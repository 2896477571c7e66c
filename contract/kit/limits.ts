/**
 * The limits that browser and server share. Sizes in bytes, times in seconds. Source: specification sections 5 and 9.
 */
export const limits = {
  pageSize: 10,
  maxPageSize: 100,
  /** The characters of a search, and of the staff's search over everything. */
  search: 200,
  staffSearch: 100,
  /** The most matches that a text search counts and pages through. */
  countedMatches: 1000,
  /** The most entries that the staff's lists count and page through. */
  staffListed: 10_000,
  facetTechnologies: 40,
  nearWords: 3,
  suggestedTitles: 6,
  suggestedTechnologies: 3,
  /** Featured projects on the home page, and in one answer. */
  featured: 6,
  featuredCall: 24,
  related: 3,
  /** The most owners that one member may follow. */
  follows: 500,
  /** The days for which messages, and decided reports, of people without an account are kept. */
  visitorDays: 365,
  /** The smallest payout, in rupees. */
  payoutMin: 500,
  codeDigits: 6,
  /** The wrong attempts after which a mailed code stops working. */
  codeAttempts: 5,
  resendSeconds: 60,
  phoneDigits: 10,
  wishlist: 200,
  /** The projects that are compared at once. */
  compared: 4,
  /** The characters of a review, and of its owner's reply. */
  review: 2000,
  reviewReply: 1000,
  images: 5,
  imageBytes: 10 * 1024 * 1024,
  imagePixels: 50_000_000,
  /** The largest ratio of an image's longer side to its shorter one. */
  imageRatio: 20,
  chunkFiles: 100,
  fileBytes: 10 * 1024 * 1024,
  folderFiles: 20_000,
  /** The most folders in a project, including those that contain only folders. */
  folders: 10_000,
  folderBytes: 100 * 1024 * 1024,
  zipFiles: 50,
  reportBytes: 20 * 1024 * 1024,
  /** The bytes that one member may bring in a day: source, reports and pictures. A hundred full projects. */
  memberBytesADay: 10_000_000_000,
  /** The bytes that one member may have stored in all: source, reports and the pictures of projects. */
  memberBytes: 20_000_000_000,
  /** The projects without files that one member may have. */
  drafts: 50,
  pathLength: 400,
  pathDepth: 32,
  /** Entries of a project's tree in one answer. */
  treeRows: 200,
  /** For a file shown on a page: the most bytes and lines shown, and the most bytes of a highlighted file. */
  shownBytes: 1024 * 1024,
  shownLines: 4000,
  highlightedBytes: 128 * 1024,
  /** The most files listed in the changes between two releases. */
  changedFiles: 500,
  requestTimeoutSeconds: 10,
} as const
