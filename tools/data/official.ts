/** Domains under which governments publish, and what counties, registries and insurers of a province call their own. */
const GOVERNMENTS =
  /(^|\.)(gov|gc\.ca|canada\.ca|ontario\.ca|alberta\.ca|novascotia\.ca|princeedwardisland\.ca|saskatchewan\.ca|gnb\.ca|yukon\.ca|gouv\.qc\.ca|revenuquebec\.ca|gov\.[a-z]{2}\.ca|(pa|[a-z]+\.state\.[a-z]{2})\.us)$/;
const OWN = new Set(
  (
    'claycountytax.com fayettecountyclerk.com floridarevenue.com gunnisoncounty.org hanovernh.org icbc.com mpi.mb.ca ncdot.org ' +
    'ontariocanada.com rbc.us scdmvonline.com uintacounty.com'
  ).split(' '),
);
const LAW_COPIES =
  /(^|\.)(justia\.com|casetext\.com|codes\.findlaw\.com|law\.cornell\.edu|lawserver\.com|elaws\.us|public\.law|canlii\.org)$/;
/** A government that tells of the laws of others. */
const SECONDARY = /(^|\.)afdc\.energy\.gov$/;

/** Guides that nobody signs, written for search engines: what they say may be right, and nobody answers for it. */
const UNSIGNED =
  /(^|\.)([a-z]+licenseplate\.org|engineerfix\.com|europeantech\.news|evstationslocal\.com|feecalculator\.us|legalclarity\.org|legalprosperity\.blog|lexace\.ai|localnewswave\.com|manitoba\.allvehiclesdata\.com|privateauto\.com|testdrivepro\.co|vehicletaxcalculator\.com|visualfoodie\.com|winenfood\.com)$/;

export function isUnsigned(url: string): boolean {
  return UNSIGNED.test(new URL(url).hostname);
}

/** Tells whether a page is a law, a copy of it, or a page of the government that it is about. */
export function isOfficial(url: string): boolean {
  const host = new URL(url).hostname.replace(/^www\./, '');
  return !SECONDARY.test(host) && (GOVERNMENTS.test(host) || OWN.has(host) || LAW_COPIES.test(host));
}

/** Tells whether an address is that of a whole site: it carries no figure that could be compared. */
export function isHomePage(url: string): boolean {
  const { pathname, search } = new URL(url);
  return pathname === '/' && search === '';
}
