/** The car of all free samples: a 2013 Hyundai Elantra with an invented serial number and a right check digit. */
export const SAMPLE_VIN = '5NPDH4AE8DH100013';
